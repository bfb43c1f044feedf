/** A message with sound has come: show a banner of it, unless it can be seen as it is. */
export function announce(phone, note) {
  const { chat: id, topic } = note;
  const view = phone.chatView;
  const isOpen = view && view.id === id && view.isInView;
  const isOtherTopic = isOpen && view.topic !== null && topic !== undefined && (topic ?? 0) !== view.topic;
  // The lists of chats and topics show by themselves what is new, and a banner would lie over their first rows.
  const shown = phone.frame.dataset.view;
  const isListed = shown === "list" || (shown === "topics" && phone.screens.topics.id === id);
  if (!note.text || isListed || (isOpen && !isOtherTopic)) return;
  const chat = phone.chats.get(id);
  const named = topic && chat ? (chat.topics || []).find((one) => one.id === topic) : null;
  phone.toasts.banner(note, named ? named.name : "", () => phone.openChat(id, topic === undefined ? null : topic ?? 0, true));
}
