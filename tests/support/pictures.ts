import sharp from 'sharp'

const sky = { r: 90, g: 160, b: 230, alpha: 1 }

/** A PNG picture. */
export async function picture(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: sky } })
    .png()
    .toBuffer()
}

/** A JPEG picture. */
export async function photo(pixels = 40): Promise<Buffer> {
  return sharp({ create: { width: pixels, height: pixels, channels: 3, background: sky } })
    .jpeg()
    .toBuffer()
}

/** An animated GIF with frames of different colors. */
export async function animation(frames = 3, pixels = 20): Promise<Buffer> {
  const colors = Array.from({ length: frames }, (_, frame) =>
    Buffer.alloc(pixels * pixels * 3, 40 * (frame + 1)),
  )
  const height = pixels * frames
  return sharp(Buffer.concat(colors), {
    raw: { width: pixels, height, channels: 3, pageHeight: pixels },
  })
    .gif({ delay: 100, loop: 0 })
    .toBuffer()
}

/** The metadata of a picture from the server. */
export async function factsOf(bytes: Buffer): Promise<sharp.Metadata> {
  // sharp in the server's process only reads files, so buffers must be enabled.
  const loaders = ['Webp', 'Png', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)
  sharp.unblock({ operation: loaders })
  return sharp(bytes).metadata()
}
