/** The parts of the build. */
export type BuildPart = 'server' | 'web'

export interface BuildStamps {
  /** Digest of all that a part is made of now. */
  digest(part: BuildPart): string
  /** Whether a part was made of what there is now. */
  isMade(part: BuildPart, madeOf?: string): boolean
  /** To be called before anything is made: a build that fails half-way leaves no stamp. */
  remove(part: BuildPart): void
  /**
   * To be called when all is made.
   * @param madeOf the digest from before the build: what changed meanwhile may not be in it
   */
  write(part: BuildPart, madeOf: string): void
  isAllMade(): boolean
}

/** @param root of the checkout */
export function buildStamps(root: string): BuildStamps
