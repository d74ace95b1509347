import { bounded, panned, spreadOf, wholeView, zoomed } from '../../../src/web/parts/viewer/zoom'

const sizes = { stage: { x: 400, y: 300 }, picture: { x: 400, y: 200 } }
const center = { x: 0, y: 0 }

describe('the view of a picture', () => {
  it('keeps the point that it is zoomed around', () => {
    expect(zoomed(wholeView, 2, { x: 100, y: 0 }, sizes)).toEqual({ scale: 2, x: -100, y: 0 })
  })

  it('stays between the whole picture and eight times its size', () => {
    expect(zoomed(wholeView, 0.1, center, sizes)).toEqual(wholeView)
    expect(zoomed(wholeView, 100, center, sizes).scale).toBe(8)
  })

  it('leaves no room beside the picture, and keeps one that fits in the middle', () => {
    expect(panned({ scale: 2, x: 0, y: 0 }, { x: 999, y: -999 }, sizes)).toEqual({
      ...{ scale: 2, x: 200, y: -50 },
    })
    expect(bounded({ scale: 1, x: 50, y: 50 }, sizes)).toEqual(wholeView)
  })

  it('follows two fingers', () => {
    expect(spreadOf({ x: 0, y: 0 }, { x: 6, y: 8 })).toEqual({
      distance: 10,
      middle: { x: 3, y: 4 },
    })
    expect(spreadOf(center, center).distance).toBe(1)
  })
})
