/** sessionStorage key of unsaved form input; logging out removes it. */
export const formStorageKey = 'parley-forms'
