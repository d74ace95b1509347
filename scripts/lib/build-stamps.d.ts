/** The parts of the build. */
export type BuildPart = 'server' | 'web'

export interface BuildStamps {
  /** Digest of the current inputs of a part. */
  digest(part: BuildPart): string
  /** Whether a part was built from its current inputs. */
  isMade(part: BuildPart, madeOf?: string): boolean
  /** Files that a part is made of, relative to the root. */
  inputs(part: BuildPart): readonly string[]
  /** Call before building: a build that fails half-way leaves no stamp. */
  remove(part: BuildPart): void
  /**
   * Call when everything is built.
   * @param madeOf the digest from before the build: later changes may not be in it
   */
  write(part: BuildPart, madeOf: string): void
  isAllMade(): boolean
}

/** @param root of the checkout */
export function buildStamps(root: string): BuildStamps
