import { expect, test } from 'vitest'
import { auditLabel } from '../web/pages/users/audit/audit-labels.ts'
import { policy } from '../worker/policy/policy.ts'

test('every action in the audit log has a label', () => {
  const row = { id: 1, at: '', actorId: 1, actor: 'maria', target: '', targetName: null }
  const audited = Object.entries(policy).filter(
    ([action, { audit, access }]) => audit ?? (access !== 'anyone' && !action.startsWith('GET ')),
  )
  const labels = audited.map(([action, { summary }]) =>
    auditLabel({ ...row, action, summary, details: { erased: true } }),
  )
  expect(labels.length).toBeGreaterThan(40)
  expect(labels.filter((label) => label.startsWith('called '))).toEqual([])
})
