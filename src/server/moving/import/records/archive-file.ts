/** One plain file of the archive, opened when it is needed. */
export interface ArchiveFile {
  path: string
  size: number
  open: () => Promise<NodeJS.ReadableStream>
}
