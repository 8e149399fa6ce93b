import { phone, test } from '../e2e/app.ts'
import { meetPeople } from '../e2e/exactly-once.ts'

test.use({ serviceWorkers: 'allow', ...phone })

test('200 leads, which are sent in several calls, arrive exactly once', async ({
  page,
  admin,
  problems,
}) => {
  test.setTimeout(1_800_000)
  await meetPeople({ page, admin, problems }, 200, 8)
  const description = JSON.stringify({ what: 'leads of a booth with a bad connection', cases: 200 })
  test.info().annotations.push({ type: 'proves', description })
})
