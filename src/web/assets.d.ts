/** A style sheet for the whole page: it has no names to import. */
declare module '*/index.css'

/** A style sheet whose class names are its own: the name in the file, to the name on the page. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // esbuild's form of a CSS module.
  // eslint-disable-next-line no-restricted-syntax
  export default classes
}

/** A file beside the program; what is imported is its address. */
declare module '*.svg' {
  const address: string
  // eslint-disable-next-line no-restricted-syntax
  export default address
}

/** Drawn up by scripts/build-web.js. */
declare module 'emoji-table.json' {
  const table: { codes: string; names: string }
  // esbuild's form of a JSON file.
  // eslint-disable-next-line no-restricted-syntax
  export default table
}

/** The style sheets of all components, by scripts/build-web.js. */
declare module 'component-styles'
