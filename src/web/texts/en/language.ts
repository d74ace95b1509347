/** The language of these texts, for names and numbers within them. */
export const language: string = 'en'
