export interface LinkifierTrial {
  text: string
  address: string
}

/**
 * Matches of an unsaved linkifier in a text, with their addresses. JavaScript expressions read like the server's,
 * except for the syntax of named groups, which is converted.
 *
 * @throws SyntaxError for an invalid pattern
 */
export function tryLinkifier(pattern: string, template: string, text: string): LinkifierTrial[] {
  if (pattern === '') return []
  const expression = new RegExp(pattern.replaceAll('(?P<', '(?<'), 'gu')
  return [...text.matchAll(expression)]
    .filter(([match]) => match !== '')
    .slice(0, 20)
    .map((match) => ({ text: match[0], address: fill(template, match.groups ?? {}) }))
}

/** Fills the variables of a URL template; operators are ignored. */
function fill(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{[+#./;?&]?([\w,]+)\}/g, (_, names: string) =>
    names
      .split(',')
      .map((name) => encodeURIComponent(values[name] ?? ''))
      .join(','),
  )
}
