/** Japanese. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: '控えと{name}さんの連絡先をメールで受け取る',
  subject: '{name}さんとの連絡先交換',
  intro: '{name}さんに送信した内容の控えをご希望いただきました。',
  contact: '{name}さんの連絡先',
  notYou: '心当たりがない場合は、このメールを無視してください。',
  settings: 'メールの設定',
  receiving: 'このメールは現在配信されています。',
  stop: 'このメールの配信を停止',
  stopped: '今後、このメールは届きません。',
  resume: '配信を再開',
  confirmSubject: 'メールアドレスの確認',
  confirmText:
    'どなたかがデジタル名刺でこのアドレスを入力し、送信した内容の控えを希望されました。ご本人の場合は、48時間以内に確認してください。',
  confirm: '確認して控えを送信',
  confirmed: 'アドレスを確認しました。控えをお送りします。',
  confirmGone: 'このリンクの有効期限が切れました。',
}
