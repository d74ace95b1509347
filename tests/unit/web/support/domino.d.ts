/** The package's own declaration has another name. */
declare module '@mixmark-io/domino' {
  export function createWindow(html: string, address: string): Window & typeof globalThis
}
