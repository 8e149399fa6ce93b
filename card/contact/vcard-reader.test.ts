import { expect, test } from 'vitest'
import { components } from './vcard-name.ts'
import { readVcards } from './vcard-reader.ts'

test.each([1, 2, 3])('a fold inside a character, after %d of its bytes', (at) => {
  const note = Buffer.from('NOTE:Grüße aus 東京 😀 von Zoë')
  for (const character of ['ü', 'ß', '東', '京', '😀', 'ë']) {
    const from = note.indexOf(character)
    const cut = from + Math.min(at, Buffer.byteLength(character) - 1)
    const folded = [note.subarray(0, cut), Buffer.from('\r\n '), note.subarray(cut)]
    for (const version of ['2.1', '3.0', '4.0'])
      expect(notesOf(file(version, ...folded))).toEqual(['Grüße aus 東京 😀 von Zoë'])
  }
})

test.each(['2.1', '3.0'])('a fold inside a character of Shift_JIS, in vCard %s', (version) => {
  // 表山: the second byte of the first character is a backslash.
  for (const at of [1, 2, 3]) {
    const bytes = Buffer.from('955c8e52', 'hex')
    const head = 'NOTE;CHARSET=Shift_JIS:'
    const folded = [head, bytes.subarray(0, at), '\r\n ', bytes.subarray(at)]
    const [note = ''] = notesOf(file(version, ...folded))
    expect(note.replace(' ', '')).toBe('表山')
  }
})

test.each(['\r\n', '\n', '\r', '\r\r\n', '\r\n\r\n'])('lines end with %j', (end) => {
  const lines = [
    ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada', 'NOTE:one ', ' two', 'END:VCARD'],
    ...['', '', 'begin:vcard', 'version:3.0', 'fn:Bo', 'end:vcard', ''],
  ]
  expect(namesOf(lines.join(end))).toEqual(['Ada', 'Bo'])
  expect(notesOf(lines.join(end))).toEqual(['one two'])
})

test.each([
  ['utf16le', '\ufeff'],
  ['utf16le', ''],
  ['utf8', '\ufeff'],
  ['latin1', ''],
] as const)('a file in %s after %j', (encoding, mark) => {
  const text = `${mark}BEGIN:VCARD\nVERSION:3.0\nFN:Jörg Weiß\nEND:VCARD\n`
  const bytes = Buffer.from(text, encoding)
  expect(namesOf(bytes)).toEqual(['Jörg Weiß'])
  if (encoding === 'utf16le') expect(namesOf(bytes.swap16())).toEqual(['Jörg Weiß'])
})

test.each([
  ['Shift_JIS', '8e5293632091be9859', '山田 太郎'],
  ['EUC-JP', 'bbb3c5c420c2c0cfba', '山田 太郎'],
  // The second byte is a backslash.
  ['Shift_JIS', '955c8e52', '表山'],
  ['ISO-2022-JP', '1b24423b3345441b2842', '山田'],
  ['GB2312', 'cdf5d0a1c3f7', '王小明'],
  ['Big5', 'a4fda470a9fa', '王小明'],
  ['windows-1251', 'ceebe5ede020caeee2e0ebfc', 'Олена Коваль'],
  ['windows-1250', 'a3756b61737a20af616b', 'Łukasz Żak'],
  ['ISO-8859-1', '4af67267', 'Jörg'],
  ['windows-1252', '84576569df93', '„Weiß“'],
  ['UTF-8', '4ac3b67267', 'Jörg'],
  // The name of the charset is wrong, or unknown.
  ['ISO-8859-1', '4ac3b67267', 'Jörg'],
  ['X-UNKNOWN', '4af67267', 'Jörg'],
])('a value in %s (%s)', (charset, hex, name) => {
  const value = Buffer.from(hex, 'hex')
  const quoted = hex.replace(/../g, '=$&')
  const plain = file('2.1', Buffer.from(`FN;CHARSET=${charset}:`), value)
  const encoded = file('2.1', `FN;ENCODING=QUOTED-PRINTABLE;CHARSET="${charset}":${quoted}`)
  expect([namesOf(plain), namesOf(encoded)]).toEqual([[name], [name]])
})

test('each value has its own encoding', () => {
  const card = file(
    '2.1',
    bytes('NOTE;CHARSET=Shift_JIS:', '8e529363'),
    bytes('\r\nNOTE:', Buffer.from('Łódź').toString('hex')),
    bytes('\r\nNOTE:', Buffer.from('Łódź, caf').toString('hex'), 'e9'),
    bytes('\r\nNOTE;CHARSET=windows-1251:', 'cae8bfe2'),
    bytes('\r\nNOTE;ENCODING=QUOTED-PRINTABLE:=C5=81', ''),
    // Valid as UTF-8 by chance; another value tells that the charset is what it says.
    bytes('\r\nNOTE;CHARSET=GB2312:', 'c4a3c4bf'),
    bytes('\r\nNOTE;CHARSET=GB2312:', 'cdf5d0a1c3f7'),
  )
  expect(notesOf(card)).toEqual(['山田', 'Łódź', 'Łódź, café', 'Київ', 'Ł', '模目', '王小明'])
})

test.each([
  ['2.1', ['AGENT:', 'BEGIN:VCARD', 'VERSION:2.1', 'FN:Sam', 'END:VCARD']],
  ['2.1', ['AGENT:', '', 'BEGIN:VCARD', 'FN:Sam', 'END:VCARD', '']],
  ['2.1', ['AGENT:BEGIN:VCARD', 'FN:Sam', 'END:VCARD']],
  ['2.1', ['item1.AGENT;TYPE=VCARD:', 'BEGIN:VCARD', 'FN:Sam', 'END:VCARD']],
  ['2.1', ['AGENT:', ' BEGIN:VCARD', ' FN:Sam', ' END:VCARD']],
  ['2.1', ['AGENT:', 'BEGIN:VCARD', 'FN:Sam', 'AGENT:', 'BEGIN:VCARD', 'END:VCARD', 'END:VCARD']],
  ['3.0', ['AGENT:BEGIN:VCARD\\nFN:Sam\\nTEL:1\\nEND:VCARD\\n']],
  ['3.0', ['AGENT:BEGIN:VCARD', ' \\nFN:Sam\\nEND:VCARD\\n']],
  ['3.0', ['AGENT;VALUE=uri:CID:sam@holt.example']],
  ['3.0', ['AGENT:', 'BEGIN:VCARD', 'FN:Sam', 'END:VCARD']],
])('the agent of a vCard %s is not the person: %j', (version, agent) => {
  const card = ['BEGIN:VCARD', `VERSION:${version}`, ...agent, 'FN:Nora', 'NOTE:n', 'END:VCARD']
  expect(namesOf([...card, 'BEGIN:VCARD', 'FN:Next', 'END:VCARD'].join('\r\n'))).toEqual([
    'Nora',
    'Next',
  ])
  expect(notesOf(card.join('\r\n'))).toEqual(['n'])
})

test('a card inside another that is no agent is one of its own', () => {
  const inner = ['BEGIN:VCARD', 'FN:Sam', 'NOTE:s', 'END:VCARD']
  const outer = ['BEGIN:VCARD', 'FN:Nora', ...inner, 'NOTE:n', 'END:VCARD']
  expect(namesOf(outer.join('\n'))).toEqual(['Nora', 'Sam'])
  expect(notesOf(outer.join('\n'))).toEqual(['n', 's'])
})

test('an agent without an end takes no contact along', () => {
  const lines = ['BEGIN:VCARD', 'FN:Nora', 'AGENT:', 'BEGIN:VCARD', 'FN:Sam', 'END:VCARD']
  expect(namesOf([...lines, 'BEGIN:VCARD', 'FN:Next', 'END:VCARD'].join('\n'))).toEqual([
    'Nora',
    'Next',
  ])
})

test.each([
  ['\ufeff', '\ufeff'],
  ['\ufeff\ufeff', '\u200b'],
  ['ï»¿', ' \t'],
  ['', '\n\ufeff'],
  ['\n\n \ufeff', '\r\n\r\n\ufeff'],
])('%j and %j before cards', (first, second) => {
  const card = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD`
  expect(namesOf(first + card('Ann') + second + card('Bo'))).toEqual(['Ann', 'Bo'])
  const inUtf16 = `${first + card('Ann')}\n${second + card('Bo')}`
  expect(namesOf(Buffer.from(`\ufeff${inUtf16}`, 'utf16le'))).toEqual(['Ann', 'Bo'])
})

test.each([
  ['no version', ['BEGIN:VCARD', 'FN:Ann', 'END:VCARD']],
  ['no end', ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ann']],
  ['neither', ['BEGIN:VCARD', 'FN:Ann', '']],
  ['an empty version', ['BEGIN:VCARD', 'VERSION:', 'FN:Ann', 'END:VCARD']],
  ['the version at the end', ['BEGIN:VCARD', 'FN:Ann', 'VERSION:2.1', 'END:VCARD']],
  ['a version of one digit', ['BEGIN:VCARD', 'VERSION: 3', 'FN:Ann', 'END:VCARD']],
])('a card with %s, and another after it', (_, lines) => {
  expect(namesOf(lines.join('\r\n'))).toEqual(['Ann'])
  expect(namesOf([...lines, ...lines].join('\r\n'))).toEqual(['Ann', 'Ann'])
})

test.each([
  ['2.1', 'NOTE:Meet at\r\n the harbour', 'Meet at the harbour'],
  ['2.1', 'NOTE:Meet at \r\n the harbour', 'Meet at the harbour'],
  ['2.1', 'NOTE:Meet at\r\n\tthe\r\n   harbour', 'Meet at the harbour'],
  ['3.0', 'NOTE:Meet at \r\n the har\r\n\tbour', 'Meet at the harbour'],
  ['3.0', 'NOTE:Meet at\r\n  the harbour', 'Meet at the harbour'],
  ['4.0', 'NOTE:Meet at th\r\n e harbour', 'Meet at the harbour'],
  ['2.1', 'NOTE;QUOTED-PRINTABLE:Meet at=\r\n the har=\r\nbour', 'Meet at the harbour'],
  ['2.1', 'NOTE;ENCODING=quoted-printable:Meet at= \r\n the harbour', 'Meet at the harbour'],
  ['3.0', 'NOTE;ENCODING=QUOTED-PRINTABLE:Meet at=\n\tthe harbour', 'Meet at\tthe harbour'],
  ['2.1', 'NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0A=\r\nb=0Ac', 'a\nb\nc'],
  ['2.1', 'NOTE;CHARSET=UTF-8;\r\n ENCODING=QUOTED-PRINTABLE:Gr=C3=\r\n=BC=C3=9Fe', 'Grüße'],
  ['2.1', 'NOTE;ENCODING=QUOTED-PRINTABLE:ends with=\r\n\r\nX-A:b', 'ends with'],
  ['2.1', 'NOTE;ENCODING=QUOTED-PRINTABLE:ends with=', 'ends with'],
  ['2.1', 'NOTE;ENCODING=8BIT:a=b=\r\nX-A:b', 'a=b='],
  ['3.0', 'NOTE:first\r\nsecond, not escaped\r\nX-A:b', 'first\nsecond, not escaped'],
  ['3.0', 'NOTE:first\u2028second', 'first\nsecond'],
])('vCard %s: %j', (version, line, note) => {
  expect(notesOf(file(version, line))).toEqual([note])
})

test('a link or an email of version 2.1 has no space where it is folded', () => {
  const card = file(
    '2.1',
    'URL:https://quay.example/\r\n a/b\r\nEMAIL;INTERNET:ida@\r\n quay.example',
  )
  expect(
    readVcards(card)[0]
      ?.slice(1)
      .map(({ value }) => value),
  ).toEqual(['https://quay.example/a/b', 'ida@quay.example'])
})

test('groups, types and parameters', () => {
  const [card = []] = readVcards(
    file(
      '3.0',
      [
        'Item1.TEL;WORK;type=Voice,pref;TYPE="cell, fax":1',
        'ADR;LABEL="12: Quay; Street";PREF=1:;;12 Quay Street',
        'X-A;P="no end:b',
        'TEL ; TYPE = home :2',
        ':no name',
        'no value',
        '__proto__;constructor=x:y',
      ].join('\r\n'),
    ),
  )
  expect(card.slice(1).map(({ group, name, types, value }) => [group, name, types, value])).toEqual(
    [
      ['item1', 'TEL', ['work', 'voice', 'pref', 'cell', 'fax'], '1'],
      ['', 'ADR', [], ';;12 Quay Street'],
      ['', 'X-A', [], 'b'],
      ['', 'TEL', ['home'], '2'],
      ['', '__PROTO__', [], 'y'],
    ],
  )
  expect(card[2]?.parameters).toEqual(
    new Map([
      ['label', '12: Quay; Street'],
      ['pref', '1'],
    ]),
  )
})

/** A vCard of this version with these lines, which may be bytes. */
function file(version: string, ...content: (string | Uint8Array)[]): Uint8Array {
  const pieces = [`BEGIN:VCARD\r\nVERSION:${version}\r\n`, ...content, '\r\nEND:VCARD\r\n']
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
}

function bytes(head: string, ...hex: string[]): Uint8Array {
  return Buffer.concat([Buffer.from(head), ...hex.map((each) => Buffer.from(each, 'hex'))])
}

function namesOf(cards: string | Uint8Array): string[] {
  return readVcards(cards).flatMap((card) => valuesOf(card, 'FN'))
}

function notesOf(cards: string | Uint8Array): string[] {
  return readVcards(cards).flatMap((card) => valuesOf(card, 'NOTE'))
}

function valuesOf(card: { name: string; value: string }[], name: string): string[] {
  return card.flatMap((each) => (each.name === name ? [components(each.value).join(';')] : []))
}
