/** Patterns of User-Agents. Order matters: most User-Agents also match patterns further down. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const maxCharacters = 60

/**
 * A readable name for a User-Agent header: `Firefox on Linux`. For other programs the first words of the
 * header.
 */
export function browserName(userAgent: string): string {
  const find = (names: readonly [RegExp, string][]): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers) ?? (/^[\w .-]+/.exec(userAgent)?.[0] ?? '').trim()
  const system = find(systems)
  const name = system ? `${browser || 'A browser'} on ${system}` : browser || 'Unknown'
  return name.slice(0, maxCharacters)
}
