import type { en } from './catalogues/en'

/*
 * The types of catalogues, made of the English one: a text that a language lacks, and a value that
 * whoever says a text forgets, do not compile.
 */

type English = typeof en

/** How many of something there are, for the grammar of a language. */
type PluralForm = 'one' | 'two' | 'few' | 'many' | 'other'

/** The key of a text, without what its end says of a count. */
type Stem<Key> = Key extends `${infer S}_${PluralForm}` ? S : Key

/** The keys under which texts are said. */
export type TextKey = Stem<keyof English>

type CountedStem<Key = keyof English> = Key extends `${infer S}_other` ? S : never

/** The texts of a language; it may have forms of counting that English has not. */
export type Catalogue = Readonly<Record<keyof English, string>> &
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

/** What stands in a text in the place of names in double braces. Markdown of people is quoted before. */
export type ValuesOf<Key extends TextKey> = {
  readonly [Name in NamesIn<EnglishOf<Key>>]: Name extends 'count' ? number : string
}

/** Says a text of the catalogue in some language. */
export type Say = <Key extends TextKey>(
  key: Key,
  ...values: NamesIn<EnglishOf<Key>> extends never ? [] : [ValuesOf<Key>]
) => string

/** A text for those whose language is not known yet. */
export type Text = (say: Say) => string
