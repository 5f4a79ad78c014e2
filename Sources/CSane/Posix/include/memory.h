/* How much of the memory that is free a long-lived process keeps for itself. */
#pragma once

/*
 * To be called before the first thread starts: all threads share one heap, and large pieces go back to the system when
 * they are freed. Else each thread of a moment would leave a heap of its own behind, and one large piece would make the
 * library keep all that are smaller.
 */
void memory_keep_little(void);

/* Gives free pages back to the system, also those between what is in use. Some 0.1 ms. */
void memory_give_back(void);
