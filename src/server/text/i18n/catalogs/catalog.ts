import type { en } from './en'

/*
 * The types of catalogs, derived from the English one: a missing text in a language, or a missing value in a
 * call, does not compile.
 */

type English = typeof en

/** Plural categories of a language. */
type PluralForm = 'one' | 'two' | 'few' | 'many' | 'other'

/** The key of a text without its plural suffix. */
type Stem<Key> = Key extends `${infer S}_${PluralForm}` ? S : Key

/** The keys of texts, as callers use them. */
type TextKey = Stem<keyof English>

type CountedStem<Key = keyof English> = Key extends `${infer S}_other` ? S : never

/** The texts of a language; it may have plural forms that English lacks. */
export type Catalog = Readonly<Record<keyof English, string>> &
  Readonly<Partial<Record<`${CountedStem}_${PluralForm}`, string>>>

/** The names in double braces. */
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type EnglishOf<Key extends TextKey> = Key extends keyof English
  ? English[Key]
  : `${Key}_other` extends keyof English
    ? English[`${Key}_other`]
    : never

/** The values for the names in double braces of a text. User text must be escaped as Markdown before. */
type ValuesOf<Key extends TextKey> = {
  readonly [Name in NamesIn<EnglishOf<Key>>]: Name extends 'count' ? number : string
}

/** Formats a text of the catalog in some language. */
export type Say = <Key extends TextKey>(
  key: Key,
  ...values: NamesIn<EnglishOf<Key>> extends never ? [] : [ValuesOf<Key>]
) => string

/** A text to be formatted once the reader's language is known. */
export type Text = (say: Say) => string
