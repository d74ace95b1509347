import { findFolderCircles, readSourceGraph } from '../../../scripts/lib/structure/source-graph'

/** `npm run structure` prints circles of types as well. */
describe('folders of src', () => {
  it('import each other in no circle when they are loaded', () => {
    expect(findFolderCircles(readSourceGraph(), (file) => file.importsAtStart)).toEqual([])
  })
})
