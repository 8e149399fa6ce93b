import { expect, test } from 'vitest'
import { listStrings, stringsIn } from '../scripts/strings/list.ts'

test('the list has the sentences of screens, emails, public pages and errors, each by its source file', () => {
  const files = new Map(
    listStrings()
      .split('\n\n')
      .map((block) => block.split('\n  '))
      .map(([file = '', ...sentences]) => [file, sentences]),
  )
  expect(files.get('web/accounts/sign-in/SignInPanels.tsx')).toContain('Forgot password')
  expect(files.get('worker/platform/email-words/en.ts')).toContain('Set a new {product} password')
  expect(files.get('card/words/en.ts')).toContain('Save Contact')
  expect(files.get('worker/accounts/sign-in-endpoints.ts')).toContain('Registration is closed.')
  const others = [...files.keys()].filter((file) =>
    /words\/(?!en)|\.test\.|testing\/|^(?!card|schema|web|worker)/.test(file),
  )
  expect(others).toEqual([])
})

test.each([
  ['<p className="big one">Hello <b>{name}</b>, you are in.</p>', ['Hello {}, you are in.']],
  ['<Field label="Phone" id="phone-field" />', ['Phone']],
  ['<Field label={isNew ? "Add" : "Edit"} />', ['Add', 'Edit']],
  [
    '<p>Open <a title="Ada">it</a>{done && "All of it is done."}</p>',
    ['Open it{}', 'Ada', 'All of it is done.'],
  ],
  [`toast('Saved', \`Card \${name} saved.\`)`, ['Saved', 'Card {} saved.']],
  ["fail(404, 'Gone')", ['Gone']],
  ["t('Gone')", ['Gone']],
  ['<Trans id="Read the <b>guide</b>" components={{ b: <b /> }} />', ['Read the <b>guide</b>']],
  ["const labels = { title: 'Views', key: 'views' }", ['Views']],
  ["sql`select 1 from users where name is set`; log('warn', 'a job failed')", []],
  ["import x from 'a module'; const id = 'card-12'; const rule = 'select id from users'", []],
])('%s shows %j', (source, sentences) => {
  expect(stringsIn('a.tsx', source)).toEqual(sentences)
})
