/** A style sheet whose class names are its own: the name in the file, to the name on the page. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}

/** A file beside the program; what is imported is its address. */
declare module '*.svg' {
  const address: string
  export = address
}

/** Drawn up by scripts/build-web.js. */
declare module 'emoji-table.json' {
  const address: string
  export = address
}

/** The program of a worker, made by scripts/lib/password-judge.js. */
declare module 'password-judge.js' {
  const address: string
  export = address
}

/** What it judges passwords by. */
declare module 'password-words.json' {
  const address: string
  export = address
}
