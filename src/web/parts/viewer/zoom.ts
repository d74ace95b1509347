/* Position and scale of the picture in the viewer: pure arithmetic, in CSS pixels from the center of the stage. */

/** A point or a distance. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface View {
  readonly scale: number
  /** Distance of the picture's center from that of the stage. */
  readonly x: number
  readonly y: number
}

/** Sizes that bound a view; the picture's is the one at scale 1. */
export interface Sizes {
  readonly stage: Point
  readonly picture: Point
}

export const wholeView: View = { scale: 1, x: 0, y: 0 }
export const largestScale = 8
/** Factor of a step by a button or key. */
export const zoomStep = 1.5
/** Scale of a double tap. */
export const tapScale = 2.5

/** Scales by a factor around a point, which stays in place as far as the bounds allow. */
export function zoomed(view: View, factor: number, around: Point, sizes: Sizes): View {
  const scale = Math.min(largestScale, Math.max(1, view.scale * factor))
  const applied = scale / view.scale
  const moved = {
    scale,
    x: around.x + (view.x - around.x) * applied,
    y: around.y + (view.y - around.y) * applied,
  }
  return bounded(moved, sizes)
}

/** Moves the picture by a distance. */
export function panned(view: View, { x, y }: Point, sizes: Sizes): View {
  return bounded({ ...view, x: view.x + x, y: view.y + y }, sizes)
}

/** Keeps the picture's edges at or beyond those of the stage, and a picture that fits in the middle. */
export function bounded({ scale, x, y }: View, { stage, picture }: Sizes): View {
  const within = (place: number, pictureSize: number, stageSize: number): number => {
    const most = Math.max(0, (pictureSize * scale - stageSize) / 2)
    return Math.min(most, Math.max(-most, place)) || 0
  }
  return { scale, x: within(x, picture.x, stage.x), y: within(y, picture.y, stage.y) }
}

/** Distance and middle of two fingers. */
export function spreadOf(a: Point, b: Point): { distance: number; middle: Point } {
  return {
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  }
}
