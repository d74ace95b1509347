import { en } from './en'

/** The texts of the reader's language; there is one, and its type is that of any other to come. */
export const t = en
