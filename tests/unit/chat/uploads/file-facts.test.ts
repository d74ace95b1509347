import { cleanFileName, contentTypeOf } from '../../../../src/server/chat/access/uploads/files'

describe('the name of an uploaded file', () => {
  it.each([
    ['plan.txt', 'plan.txt'],
    ['a b/é ü.txt', 'é-ü.txt'],
    ['C:\\Users\\me\\plan.txt', 'plan.txt'],
    ['../../etc/passwd', 'passwd'],
    ['.htaccess', 'htaccess'],
    ['e\u0301.txt', 'é.txt'],
    ['日本語 資料.pdf', '日本語-資料.pdf'],
    ['a"b<c>d?e#f%g.txt', 'abcdefg.txt'],
    ['a\r\nb\0c.txt', 'a-bc.txt'],
    ['', 'uploaded-file'],
    ['...', 'uploaded-file'],
    ['🎉', 'uploaded-file'],
  ])('%j is %j in addresses', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean)
  })

  it('is cut if it is long, but keeps its extension', () => {
    const cut = cleanFileName(`${'x'.repeat(300)}.tar.gz`)
    expect(cut).toHaveLength(100)
    expect(cut).toMatch(/x\.gz$|\.tar\.gz$/)
  })
})

describe('the type of an uploaded file', () => {
  it.each([
    ['a.png', 'image/png', 'image/png'],
    ['a.png', 'Text/HTML; charset=x', 'text/html'],
    ['a.png', 'application/octet-stream', 'image/png'],
    ['a.png', 'nonsense', 'image/png'],
    ['a.png', 'text/plain\r\nX: y', 'image/png'],
    ['a', '', 'application/octet-stream'],
  ])('follows from the name %s and the claim %j: %s', (name, contentType, type) => {
    expect(contentTypeOf({ name, contentType, path: '', bytes: 0 })).toBe(type)
  })
})
