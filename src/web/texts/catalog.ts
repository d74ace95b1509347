/**
 * The texts of the app in the language of this build. Every module of the app imports this file, and none imports the
 * folder of a language: the build for another language puts that language's catalog here.
 */
export * from './en'
