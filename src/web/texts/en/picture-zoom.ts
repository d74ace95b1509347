/* Zoom of the picture viewer. */

export const pictureZoom = {
  group: 'Zoom',
  in: 'Zoom in (+)',
  out: 'Zoom out (-)',
  percent: (scale: number) => `${Math.round(scale * 100)} %`,
  whole: (scale: number) => `${Math.round(scale * 100)} %, show the whole picture (0)`,
}
