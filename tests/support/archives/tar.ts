import { gzipSync } from 'node:zlib'

const blockBytes = 512

/** The bytes of a `.tar.gz` with plain files, as tar writes it. */
export function tarOf(files: readonly (readonly [path: string, content: string])[]): Buffer {
  const blocks = files.flatMap(([path, content]) => {
    const data = Buffer.from(content)
    const padding = Buffer.alloc((blockBytes - (data.length % blockBytes)) % blockBytes)
    return [headerOf(path, data.length), data, padding]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]))
}

function headerOf(path: string, bytes: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(path, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(bytes, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        0', 148)
  header.write('ustar\0' + '00', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}
