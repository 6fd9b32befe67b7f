/** The words by which models announce what they are about to do. Verbs are only those of work that a tool does. */

const EN_VERB =
  'read|re-read|look|check|inspect|examine|explore|review|search|find out|list|see (?:what|how|which|whether|if|the|where|why)|open|view|create|write|add(?! that)|update|edit|modify|change|fix|correct|repair|implement|build|rebuild|make(?! sure)|set up|install|run|rerun|re-run|start|restart|test|try|execute|verify|refactor|rename|move|delete|remove|replace|apply|patch|generate|configure|scaffold|initiali[sz]e|analy[sz]e|investigate|debug|continue|proceed|begin|finish|complete|improve|rewrite|fetch|clean|adjust|convert|extract|split|define|extend|integrate|lay out|take (?:a|another) (?:\\w+ )?look|get (?:started|going)|go (?:through|over|on|ahead)|do (?:that|this|it|so)|work on|put|gather|locate|draft|design|wire|hook|handle|tackle|address|resolve|commit|push|deploy|compile|lint|format|trace|dig';
const EN_ING =
  'reading|looking|checking|inspecting|examining|exploring|reviewing|searching|opening|creating|writing|adding|updating|editing|modifying|changing|fixing|correcting|implementing|building|setting up|installing|running|starting|restarting|testing|trying|executing|verifying|refactoring|renaming|moving|deleting|removing|replacing|applying|patching|generating|configuring|analy[sz]ing|investigating|debugging|continuing|proceeding|rewriting|fetching';
const EN_BETWEEN =
  '(?:,? ?(?:now|next|then|first|also|just|quickly|immediately|again|actually|simply|carefully|briefly|start by|begin by|start with|continue by|go ahead and|have to|need to|want to|try and|try to|proceed to|and|with)\\b,?)*';
const EN_SUBJECT =
  "(?:I'll|I will|I shall|I'm going to|I am going to|I'm about to|I am about to|I'm gonna|we'll|we will|let me|let's|let us|I need to|I have to|I must|I should|I want to|I'd like to)";

const DE_INFINITIVE =
  'lesen|einlesen|durchlesen|anschauen|ansehen|nachsehen|nachschauen|durchsehen|prüfen|überprüfen|erstellen|anlegen|schreiben|ändern|anpassen|hinzufügen|ergänzen|einbauen|bauen|beheben|korrigieren|reparieren|starten|ausführen|testen|suchen|durchsuchen|untersuchen|analysieren|installieren|umsetzen|implementieren|aktualisieren|löschen|entfernen|ersetzen|einrichten|fortfahren|beginnen|anfangen|weitermachen|öffnen|umbenennen|verschieben|laufen lassen';
const DE_FIRST =
  'lese|schaue|schau|sehe (?:mir|nach)|prüfe|überprüfe|erstelle|lege|schreibe|ändere|passe|füge|ergänze|baue|behebe|korrigiere|repariere|starte|führe|teste|suche|durchsuche|untersuche|analysiere|installiere|setze|implementiere|aktualisiere|lösche|entferne|ersetze|richte|beginne|fange|mache|öffne|benenne|verschiebe|rufe|hole|lasse';
const DE_NOW = '(?:jetzt|nun|als [Nn]ächstes|zuerst|zunächst|gleich|sofort|im nächsten Schritt)';
const DE_NOT = '(?!.*\\b(?:nicht|kein\\w*|nie|niemals)\\b)';

const FR_VERB =
  'lire|regarder|vérifier|créer|écrire|ajouter|modifier|corriger|lancer|exécuter|tester|chercher|rechercher|installer|mettre|examiner|commencer|analyser|ouvrir|supprimer|remplacer|implémenter|démarrer|consulter';
const ES_VERB =
  'leer|revisar|crear|escribir|añadir|agregar|modificar|corregir|ejecutar|probar|buscar|instalar|verificar|comprobar|examinar|analizar|empezar|comenzar|actualizar|arreglar|mirar|ver|abrir|eliminar|implementar|cambiar|iniciar';
const PT_VERB =
  'ler|verificar|criar|escrever|adicionar|modificar|corrigir|executar|testar|procurar|instalar|examinar|analisar|começar|atualizar|abrir|remover|implementar|alterar|iniciar|ver';
const NL_VERB =
  'lezen|bekijken|controleren|maken|aanmaken|schrijven|toevoegen|wijzigen|aanpassen|oplossen|uitvoeren|testen|zoeken|installeren|beginnen|starten|repareren|verwijderen';

function phrase(source: string): RegExp {
  return new RegExp(source, 'iu');
}

/** Sentences that can only be followed by a call. */
export const ANNOUNCING: readonly RegExp[] = [
  phrase(`(?<![\\p{L}'])${EN_SUBJECT}${EN_BETWEEN} (?:${EN_VERB})(?![\\p{L}])`),
  phrase(`^(?:now,? |next,? |so,? |ok(?:ay)?,? )*(?:I'm|I am|we're) (?=.*\\bnow\\b)(?:now |currently |just )?(?:${EN_ING})(?![\\p{L}])`),
  phrase(`^(?:now |next,? |first,? )?(?:${EN_ING})(?![\\p{L}]).*(?:\\bnow\\b[.!]?$|…$|\\.\\.\\.$)`),
  phrase(`^(?:now,? |next,? |then,? |first,? )I (?:now )?(?:${EN_VERB})(?![\\p{L}])`),
  phrase(`^I now (?:${EN_VERB})(?![\\p{L}])|^I (?:${EN_VERB})(?![\\p{L}])[^,;]* (?:now|next|first)[.!:…]*$`),
  phrase(`(?<!\\p{L})(?:ich|wir) werden?(?!\\p{L})${DE_NOT}.*(?<!\\p{L})(?:${DE_INFINITIVE})[.!:…]*$`),
  phrase(`(?<!\\p{L})werden? (?:ich|wir)(?!\\p{L})${DE_NOT}.*(?<!\\p{L})(?:${DE_INFINITIVE})[.!:…]*$`),
  phrase(`(?<!\\p{L})ich (?:${DE_FIRST})(?!\\p{L})(?=.*(?<!\\p{L})${DE_NOW}(?!\\p{L}))${DE_NOT}`),
  phrase(`^(?:${DE_NOW}|dann|danach|anschließend),? (?:${DE_FIRST}) ich(?!\\p{L})${DE_NOT}`),
  phrase(`^lass(?:en Sie)? (?:mich|uns)(?!\\p{L}).*(?:${DE_INFINITIVE})`),
  phrase(`(?<!\\p{L})je vais (?:maintenant |d'abord |ensuite |donc |tout d'abord |le |la |les |l')*(?:${FR_VERB})(?!\\p{L})`),
  phrase(`^(?:laisse|laissez)[- ]moi (?:${FR_VERB})(?!\\p{L})`),
  phrase(`(?<!\\p{L})(?:voy a|vamos a|d[ée]jame|perm[íi]teme) (?:${ES_VERB})(?!\\p{L})`),
  phrase(`(?<!\\p{L})(?:vou|vamos|deixe-me|deixa-me) (?:agora )?(?:${PT_VERB})(?!\\p{L})`),
  phrase(
    `^(?:ora|adesso|poi|quindi|per prima cosa),? (?:leggo|controllo|creo|scrivo|aggiungo|modifico|correggo|eseguo|provo|cerco|installo|verifico|esamino|avvio|apro)(?!\\p{L})`,
  ),
  phrase(`(?<!\\p{L})ik (?:ga|zal) (?:nu |eerst )?(?:.*\\s)?(?:${NL_VERB})[.!:…]*$`),
  phrase(
    `(?:^|[\\s,])(?:сейчас|теперь|далее|сначала)[\\s,].*(?:прочита|провер|созда|напиш|добав|исправ|запущ|измен|посмотр|изуч|установ|найд)\\p{L}*[юу](?!\\p{L})`,
  ),
  phrase(
    '(?:现在|接下来|首先|下面)?，?(?:我(?:将|来|会先|先|现在|马上)|让我)(?:先|来|要|开始|再)?(?:读取|阅读|查看|检查|创建|修改|编写|运行|添加|更新|修复|看|分析|安装|搜索|测试|执行)',
  ),
  phrase('(?:これから|今から|次に|まず|では)[^。]*(?:します|みます|めます|直します|作ります|書きます)。?$'),
  phrase('(?:이제|먼저|다음으로)[^.]*겠습니다\\.?$'),
];

/** Sentences that may be followed by a call. On their own they may also describe, sum up or introduce something. */
export const LIKELY: readonly RegExp[] = [
  /[:：…]$|\.\.\.$/u,
  phrase(`^(?:first,? |so,? )?I (?:also |first )?(?:${EN_VERB})(?![\\p{L}])`),
  phrase(`^(?:I'm |I am )?(?:${EN_ING})(?![\\p{L}])`),
  phrase('^(?:now|next|first|then)[,:]? (?:the|for|to|a|on)(?![\\p{L}])'),
  phrase(`^(?:ich|wir) (?:${DE_FIRST})n?(?!\\p{L})${DE_NOT}`),
];

/** Words that make an announcement an offer, a promise for another time, or a wait for the user. */
export const LATER =
  /(?<!\p{L})(?:if you|if that|if this|if it'?s|if there|if needed|if so|let me know|tell me|once you|when you|after you|until you|unless|as soon as you|whenever|when(?:ever)? asked|upon (?:your|request)|(?:with|for|await\w*) your|would you|do you want|can you|could you|please|feel free|happy to|glad to|look(?:ing)? forward|wait(?:ing)? for|from now on|going forward|in (?:the )?future|next time|later|another time|at any time|(?:wenn|falls|sofern|sobald|nachdem|solange) (?:du|sie|ihr|nötig|gewünscht|es)|falls|sag(?:e|t|en Sie)? (?:mir|bescheid|einfach)|gib(?:t)? (?:mir )?bescheid|melde dich|auf wunsch|gerne?|bitte|künftig|zukünftig|ab jetzt|von nun an|beim nächsten mal|später|si (?:vous|tu|besoin)|n'hésite|dis-moi|dites-moi|s'il|si (?:quieres|lo|usted|deseas|necesitas)|av[íi]same|d[ií]game|por favor|se (?:vuoi|desidera|quiser|preferir|precisar)|fammi sapere|me avise|als je|laat (?:het )?me weten|если)(?!\p{L})|如果|请告诉|需要的话|ご希望|必要(?:であれば|なら)|教えてください|お知らせください|원하시면|말씀해/iu;

/** Words in a task that can only be fulfilled by changing or running something. */
export const CHANGE_WORDS =
  /(?<!\p{L})(?:add|adapt|adjust|apply|build|change|clean|convert|correct|create|debug|delete|deploy|do|edit|execute|extend|extract|find|finish|fix|generate|implement|improve|install|integrate|make|migrate|modify|move|patch|port|refactor|remove|rename|repair|replace|rewrite|run|set up|solve|split|start|test|translate|try|update|upgrade|write|baue?n?|mach(?:e|en)?|erstelle?n?|schreibe?n?|ändere?n?|füge|behebe?n?|korrigiere?n?|repariere?n?|starte?n?|teste?n?|lösche?n?|entferne?n?|ersetze?n?|implementiere?n?|aktualisiere?n?|richte|installiere?n?|crée[rz]?|ajoute[rz]?|corrige[rz]?|modifie[rz]?|crea|añade|agrega|corrige|arregla|cria|adicione|corrija|crei|aggiungi|correggi|maak|voeg|repareer)(?!\p{L})|添加|创建|修复|修改|实现|写|作成|追加|修正|実装|추가|만들|수정|созда|добав|исправ|напиш/iu;

/** Languages of a fence that, if it is the whole answer, the model meant to run. */
export const SHELL_FENCE = /^(?:bash|sh|shell|zsh|console|terminal|powershell)$/;

/** A claim that something has been changed, with its object or place. */
export const CLAIM =
  /(?<!\p{L})(?:I(?:'ve| have) (?:now |also |just |successfully )?(?:updated|fixed|added|changed|created|corrected|implemented|removed|replaced|refactored|rewritten|renamed|moved|deleted|modified|written|applied|edited|set up|installed)|I (?:updated|fixed|added|corrected|implemented|removed|replaced|refactored|rewrote|renamed|modified)|(?:the |this )?(?:bug|error|issue|problem|test|feature) (?:is|has been|was) (?:now )?(?:fixed|corrected|resolved|implemented|added)|ich habe (?!.*\b(?:nicht|kein\w*)\b).{0,200}?(?:geändert|behoben|korrigiert|hinzugefügt|erstellt|angelegt|eingebaut|aktualisiert|ersetzt|entfernt|umgesetzt|implementiert|angepasst)|(?:der|das) (?:fehler|problem) ist (?:jetzt |nun )?behoben)(?!\p{L})/iu;
