/** Shows the unread count on the icon of the tab and of the installed app. */
export interface Favicon {
  show(count: number): void
}

const plain = '/icons/favicon.svg'
const size = 64
/** The number that stands for a count. */
const drawn = (count: number) => Math.min(count, 99)

export function createFavicon(): Favicon {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const drawing = loadPicture(plain)
  // Without a network there may be no picture, and the count stays off the icon.
  drawing.catch(() => undefined)
  let shown: number | undefined

  function show(count: number): void {
    if (count === shown) return
    const isDrawn = drawn(count) === drawn(shown ?? -1)
    shown = count
    if (count > 0) void setBadge(() => navigator.setAppBadge(count))
    else void setBadge(() => navigator.clearAppBadge())
    if (link && !isDrawn)
      void drawing.then(
        (picture) => drawOn(link, picture),
        () => undefined,
      )
  }

  function drawOn(icon: HTMLLinkElement, picture: HTMLImageElement): void {
    icon.href = shown === 0 ? plain : draw(picture, shown ?? 0)
  }

  return { show }
}

async function setBadge(set: () => Promise<void>): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  // Only installed apps have a badge; other pages get an error.
  await set().catch(() => undefined)
}

function loadPicture(address: string): Promise<HTMLImageElement> {
  const picture = new Image(size, size)
  picture.src = address
  return picture.decode().then(() => picture)
}

function draw(picture: HTMLImageElement, count: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const pen = canvas.getContext('2d')
  if (!pen) return plain
  pen.drawImage(picture, 0, 0, size, size)
  const words = String(drawn(count))
  const radius = size * 0.3
  const [x, y] = [size - radius, radius]
  pen.fillStyle = '#d93025'
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#ffffff'
  pen.font = `bold ${String(words.length > 1 ? 24 : 30)}px sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(words, x, y + 2)
  return canvas.toDataURL('image/png')
}
