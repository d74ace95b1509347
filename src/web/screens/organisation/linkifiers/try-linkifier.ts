export interface LinkifierTrial {
  text: string
  address: string
}

/**
 * What a linkifier that is not saved yet would make of a text: each match with its address. The browser's
 * expressions stand for the server's, which read the same but for how groups are named.
 *
 * @throws SyntaxError for what is no expression
 */
export function tryLinkifier(pattern: string, template: string, text: string): LinkifierTrial[] {
  if (pattern === '') return []
  const expression = new RegExp(pattern.replaceAll('(?P<', '(?<'), 'gu')
  return [...text.matchAll(expression)]
    .filter(([match]) => match !== '')
    .slice(0, 20)
    .map((match) => ({ text: match[0], address: fill(template, match.groups ?? {}) }))
}

/** Fills a template's plain variables; those with operators are filled as if they had none. */
function fill(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{[+#./;?&]?([\w,]+)\}/g, (_, names: string) =>
    names
      .split(',')
      .map((name) => encodeURIComponent(values[name] ?? ''))
      .join(','),
  )
}
