/* Goes into every program of a build with AddressSanitizer (scripts/sanitize.sh): server and worker get an environment
 * made by hand, so that options in variables would not reach them. */

/** How AddressSanitizer runs; REPORTS is where the script looks. A driver's crash stays the crash that tests expect. */
const char *__asan_default_options(void) {
    return "log_path=" REPORTS ":handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0"
           ":detect_leaks=1:print_suppressions=0";
}

/** What LeakSanitizer passes over: it is here for the C room. */
const char *__lsan_default_suppressions(void) {
    return
        /* Objects of Swift: references that carry flags in their bits are not seen. */
        "leak:swift_slowAlloc\n"
        /* Bytes of a file, handed from one library of Swift to another; a leak of Foundation in 6.3. */
        "leak:FoundationEssentials\n"
        /* What the example forgets of its requests, or Foundation for it. */
        "leak:libcurl.so\n"
        /* The pictures that libsane's test driver draws for each page. */
        "leak:libsane-test.so\n";
}
