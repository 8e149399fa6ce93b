import { phone, test } from './app.ts'
import { meetPeople } from './exactly-once.ts'

test.use({ serviceWorkers: 'allow', ...phone })

test('with killed tabs, lost responses, a bad connection and two tabs every lead arrives exactly once', async ({
  page,
  admin,
  problems,
}) => {
  test.slow()
  await meetPeople({ page, admin, problems }, 20, 1)
})
