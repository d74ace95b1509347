import { readFence } from '../../../../shared/rules/fences'

/** The language of a fence for a language of the source; '' if the word would begin something else than code. */
export function codeLanguage(language: string): string {
  const fence = /^[a-z0-9+#-]{1,20}$/.test(language) ? readFence('```' + language) : undefined
  return fence?.kind === 'code' && language !== 'text' ? language : ''
}
