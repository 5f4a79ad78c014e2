/* Goes into every program of a build with AddressSanitizer (scripts/sanitize.sh): server and worker get an environment
 * made by hand, so that options in variables would not reach them. */

/** How AddressSanitizer runs; REPORTS is where the script looks. A driver's crash stays the crash that tests expect. Leaks
 * are looked for where LEAKS says so. */
const char *__asan_default_options(void) {
    return "log_path=" REPORTS ":handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0"
           ":detect_leaks=" LEAKS;
}
