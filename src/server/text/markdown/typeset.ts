import katex from 'katex'

/** The HTML of a formula; undefined if KaTeX cannot parse it. */
export function typeset(tex: string, displayMode: boolean): string | undefined {
  try {
    return katex.renderToString(tex, {
      displayMode,
      throwOnError: true,
      // Otherwise KaTeX would warn on the console about each character without a glyph.
      strict: (code: string) => (code === 'unknownSymbol' ? 'error' : 'ignore'),
      // No links, pictures or classes chosen by the user.
      trust: false,
      maxExpand: 100,
      maxSize: 20,
    })
  } catch (error) {
    if (error instanceof katex.ParseError) return
    throw error
  }
}
