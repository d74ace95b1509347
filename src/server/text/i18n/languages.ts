import { createInstance } from 'i18next'
import type { Say } from './catalogs/catalog'
import { de } from './catalogs/de'
import { en } from './catalogs/en'
import { fr } from './catalogs/fr'

/* The languages in which the server itself writes. Source: docs/protocol/settings.md#languages. */

/** A catalog for each language, by its tag. */
export const catalogs = { en, de, fr } as const

export type Language = keyof typeof catalogs

/** The language for users whose own has no catalog. */
const fallback: Language = 'en'

const translations = createInstance()
void translations.init({
  resources: Object.fromEntries(
    Object.entries(catalogs).map(([tag, translation]) => [tag, { translation }]),
  ),
  fallbackLng: fallback,
  initAsync: false,
  showSupportNotice: false,
  // Keys are flat, and texts are Markdown.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})

const sayIn = Object.fromEntries(
  Object.keys(catalogs).map((tag) => [tag, translations.getFixedT(tag) as Say]),
) as Record<Language, Say>

/**
 * The closest available language: `de-AT` and `de_AT` are German.
 *
 * @param tag as users and organizations choose it, in any letter case
 */
export function languageFor(tag: string): Language {
  const [first = ''] = tag.toLowerCase().split(/[-_@]/)
  return isLanguage(first) ? first : fallback
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(catalogs, tag)
}

/** Formats texts in the language of a tag, or the closest available one. */
export function sayingIn(tag: string): Say {
  return sayIn[languageFor(tag)]
}
