/** Chinese. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: '将副本和{name}的联系方式发到我的邮箱',
  subject: '您与{name}交换了联系方式',
  intro: '您要求获取发送给{name}的内容副本。',
  contact: '{name}的联系方式',
  notYou: '如果不是您本人操作，请忽略此邮件。',
  settings: '邮件设置',
  receiving: '您正在接收此类邮件。',
  stop: '停止接收此类邮件',
  stopped: '您将不再收到此类邮件。',
  resume: '重新接收',
  confirmSubject: '确认您的邮箱',
  confirmText:
    '有人在一张数字名片上填写了此邮箱，并要求获取所发送内容的副本。如果是您本人，请在 48 小时内确认。',
  confirm: '确认并发送副本',
  confirmed: '您的邮箱已确认，副本即将送达。',
  confirmGone: '此链接已过期。',
}
