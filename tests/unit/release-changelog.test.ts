import { releaseChangelog } from '../../scripts/lib/release-changelog'

const release = (text: string) => releaseChangelog(text, '0.2.0', '2026-12-01')

describe('the changelog of a release', () => {
  it('gives the unreleased changes a version and a date', () => {
    expect(release('# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0\n')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- One.\n\n## 0.1.0\n',
    )
    expect(release('## Unreleased\n\n- One.\n')).toContain('## 0.2.0 - 2026-12-01\n\n- One.\n')
  })

  it.each([
    ['nothing unreleased', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- One.\n'],
    ['no such heading', '# Changelog\n\n## 0.1.0\n'],
    ['the version already', '# Changelog\n\n## Unreleased\n\n- Two.\n\n## 0.2.0 - 2026-11-01\n'],
  ])('is refused with %s', (_fault, text) => {
    expect(() => release(text)).toThrow('CHANGELOG.md')
  })
})
