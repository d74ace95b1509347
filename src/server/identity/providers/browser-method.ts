/**
 * The method *Log in in the browser*: an app opens the login page, where every way to log in works, and gets its key at
 * the end. Source: docs/protocol/single-sign-on.md#browser.
 */
export const browserSlug = 'browser'
