/**
 * Drops what is written to an output whose reader has gone, as in `parley list-users | head -1`. Node would end the
 * process with a stack, also a command in the middle of its work, which goes on this way.
 */
export function tolerateClosedOutputs(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
