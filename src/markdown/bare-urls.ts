import topLevelDomains from 'tlds'

/** Endings of files rather than of sites. Source: protocol notes 8.2. */
const fileEndings = new Set(['py', 'md'])
const siteEndings = new Set(topLevelDomains.filter((ending) => !fileEndings.has(ending)))

const schemeAndHost =
  /https?:\/\/(?:[\w.~%:+-]+@)?(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?/uy
const sitePattern = /(?:[a-z0-9][a-z0-9-]*\.)+([a-z][a-z0-9-]*)(?::[0-9]{1,5})?/y
const emailPattern = /[\w.+-]+@(?:[A-Za-z0-9-]+\.)+([a-z][a-z0-9-]*)/y
/** After it, what looks like the name of a site is rather a part of a longer word or of code. */
const wordGoesOn = /[\w@(-]|\.\w/y

/** Blanks and controls, quotes, and the punctuation of Chinese and Japanese. */
const endsPath = /[\s"<>`\u0000-\u001f\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]/
const closers: Record<string, string> = { ')': '(', ']': '[' }
const punctuationAfterUrl = /[!:;?,.'*~]/

export interface BareUrl {
  /** As it stands in the text. */
  text: string
  href: string
  isEmail: boolean
}

/** A URL with its scheme that begins at a position of the text. */
export function readUrl(src: string, start: number): BareUrl | undefined {
  const host = matchAt(schemeAndHost, src, start)
  if (!host) return
  const text = src.slice(start, endOfUrl(src, start + host[0].length))
  return { text, href: text, isEmail: false }
}

/** The name of a site such as `ex.org`, perhaps with a path, or an email address. */
export function readSiteOrEmail(src: string, start: number): BareUrl | undefined {
  const email = matchAt(emailPattern, src, start)
  if (email && endsName(src, start, email)) {
    return { text: email[0], href: `mailto:${email[0]}`, isEmail: true }
  }
  const site = matchAt(sitePattern, src, start)
  if (site && endsName(src, start, site)) {
    const text = src.slice(start, endOfUrl(src, start + site[0].length))
    return { text, href: `http://${text}`, isEmail: false }
  }
  return
}

function endsName(src: string, start: number, match: RegExpExecArray): boolean {
  const isKnown = siteEndings.has(match[1] ?? '')
  return isKnown && !matchAt(wordGoesOn, src, start + match[0].length)
}

/** Reads a path, query and fragment, and leaves out punctuation that belongs to the sentence. */
function endOfUrl(src: string, hostEnd: number): number {
  let end = hostEnd
  if (/[/?#]/.test(src.charAt(hostEnd))) {
    const open: string[] = []
    for (; end < src.length; end++) {
      const character = src.charAt(end)
      if (endsPath.test(character)) break
      if (character === '(' || character === '[') open.push(character)
      else if (character in closers && open.pop() !== closers[character]) break
    }
  }
  while (punctuationAfterUrl.test(src.charAt(end - 1))) end--
  return end
}

function matchAt(pattern: RegExp, src: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start
  return pattern.exec(src)
}
