/** The path of a file in an export: `20240301/teams/…/channels/ID/users/ID/FILE-ID/plan.txt`. */
const storedPath = /\/users\/[a-z0-9]{26}\/([a-z0-9]{26})\/[^/]+$/

/** The id of a file; undefined for a path without one. */
export function fileIdIn(path: string): string | undefined {
  return storedPath.exec(path)?.[1]
}
