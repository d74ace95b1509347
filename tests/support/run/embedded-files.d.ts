declare const files: readonly string[]
export = files
