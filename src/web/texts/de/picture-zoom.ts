import type * as en from '../en/picture-zoom'

export const pictureZoom: typeof en.pictureZoom = {
  group: 'Zoom',
  in: 'Vergrößern (+)',
  out: 'Verkleinern (-)',
  percent: (scale) => `${Math.round(scale * 100)} %`,
  whole: (scale) => `${Math.round(scale * 100)} %, ganzes Bild zeigen (0)`,
}
