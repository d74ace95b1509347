const prefix = 'parley build '

/**
 * Name of a build in one language: of the cache with its files, and of the Web Lock that each of its pages holds.
 */
export function nameOfBuild(version: string, language: string): string {
  return `${prefix}${version} ${language}`
}

export const isNameOfBuild = (name: string) => name.startsWith(prefix)
