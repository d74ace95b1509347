/** The types of Node lack this method. */
interface Frame extends NodeJS.CallSite {
  toString: () => string
}

type Format = (error: Error, frames: Frame[]) => string

const quick = new WeakSet<Format>()

/**
 * Makes traces of errors cheaper until Jest begins the next file. Playwright takes one in each of its many steps, and
 * reads few of them; Jest looks for a source map for each frame, though only TypeScript has any.
 */
export function useQuickTraces(): void {
  const format = Error.prepareStackTrace as Format | undefined
  if (!format || quick.has(format)) return
  const formatQuickly: Format = (error, frames) => {
    const head = format(error, [])
    const lines = frames.map((frame) =>
      frame.getFileName()?.endsWith('.ts')
        ? format(error, [frame]).slice(head.length)
        : `\n    at ${frame.toString()}`,
    )
    return head + lines.join('')
  }
  quick.add(formatQuickly)
  Error.prepareStackTrace = formatQuickly
}
