/** A body with one file, as the Python bindings write it: without media type, names unescaped. */
export function fileBody(
  field: string,
  fileName: string,
  content: string | Buffer,
): { body: Uint8Array<ArrayBuffer>; headers: { 'Content-Type': string } } {
  const boundary = '1f9c0d3a5b7e4c2d8a6f0e1b3c5d7f9a'
  const disposition = `form-data; name="${field}"; filename="${fileName}"`
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return {
    body: new Uint8Array(body),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  }
}
