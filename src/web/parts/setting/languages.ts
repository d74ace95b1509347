import translations from '../../texts/languages.json'

/** The languages of the app, then others for dates. */
export const languages = [
  ...translations,
  ...'fr es it pt nl da sv nb fi pl cs sk hu ro el tr uk ru he ar fa hi ja ko zh-Hans zh-Hant'.split(
    ' ',
  ),
]

/** Name of a language in that language. */
export function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
