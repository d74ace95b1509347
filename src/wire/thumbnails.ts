import { Type } from '@sinclair/typebox'

/** A size in which the server shows pictures, and what it is called in their addresses. */
export interface ThumbnailFormat {
  name: string
  width: number
  height: number
  isAnimated: boolean
}

/** The first is what messages show. Source: client notes 6.4, 8.9. */
export const thumbnailFormats = [
  { name: '840x560.webp', width: 840, height: 560, isAnimated: false },
  { name: '840x560-anim.webp', width: 840, height: 560, isAnimated: true },
  { name: '300x200.webp', width: 300, height: 200, isAnimated: false },
] as const satisfies readonly ThumbnailFormat[]

export const shownThumbnail: ThumbnailFormat = thumbnailFormats[0]

export const thumbnailFormatSchema = Type.Object({
  name: Type.String(),
  max_width: Type.Integer(),
  max_height: Type.Integer(),
  format: Type.String(),
  animated: Type.Boolean(),
})

export function presentThumbnailFormats() {
  return thumbnailFormats.map(({ name, width, height, isAnimated }) => ({
    name,
    max_width: width,
    max_height: height,
    format: 'webp',
    animated: isAnimated,
  }))
}
