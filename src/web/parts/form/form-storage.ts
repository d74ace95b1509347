/** Where this tab keeps what was begun in forms; whoever logs out removes it. */
export const formStorageKey = 'parley-forms'
