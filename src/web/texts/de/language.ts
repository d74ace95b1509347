import type * as en from '../en'

export const language: typeof en.language = 'de'
