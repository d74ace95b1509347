import sharp from 'sharp'

const sky = { r: 90, g: 160, b: 230, alpha: 1 }

/** A picture in PNG. */
export async function picture(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: sky } })
    .png()
    .toBuffer()
}

/** An animated GIF of so many frames, each of another colour. */
export async function animation(frames = 3, pixels = 20): Promise<Buffer> {
  const colours = Array.from({ length: frames }, (_, frame) =>
    Buffer.alloc(pixels * pixels * 3, 40 * (frame + 1)),
  )
  const height = pixels * frames
  return sharp(Buffer.concat(colours), {
    raw: { width: pixels, height, channels: 3, pageHeight: pixels },
  })
    .gif({ delay: 100, loop: 0 })
    .toBuffer()
}

/** What a picture is that the server sent. */
export async function factsOf(bytes: Buffer): Promise<sharp.Metadata> {
  // A server in this process reads nothing but files.
  const loaders = ['Webp', 'Png', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)
  sharp.unblock({ operation: loaders })
  return sharp(bytes).metadata()
}
