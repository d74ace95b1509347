import { createWindow } from '@mixmark-io/domino'

/*
 * A page without a browser, for modules that parse HTML as soon as they are loaded: import this one before them. Its nodes are
 * those of turndown's own tests.
 */
const page = createWindow('', 'https://chat.test/')
const { document, NodeFilter } = page
Object.defineProperty(document, 'baseURI', { value: 'https://chat.test/' })
Object.assign(globalThis, { window: page, document, NodeFilter })
