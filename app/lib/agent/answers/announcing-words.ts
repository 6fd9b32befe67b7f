/** The words by which models announce what they are about to do. Verbs are only those of work that a tool does. */

const EN_VERB =
  'read|re-read|look|check|inspect|examine|explore|review|search|find out|list|see (?:what|how|which|whether|if|the|where|why)|open|view|create|write|add(?! that)|update|edit|modify|change|fix|correct|repair|implement|build|rebuild|make(?! sure)|set up|install|run|rerun|re-run|start|restart|test|try|execute|verify|refactor|rename|move|delete|remove|replace|apply|patch|generate|configure|scaffold|initiali[sz]e|analy[sz]e|investigate|debug|continue|proceed|begin|finish|complete|improve|rewrite|fetch|clean|adjust|convert|extract|split|define|extend|integrate|lay out|take (?:a|another) (?:\\w+ )?look|get (?:started|going|to it|to work|right (?:on|to) it)|go (?:through|over|on|ahead)|do (?:that|this|it|so)|work on|put|gather|locate|draft|design|wire|hook|handle|tackle|address|resolve|commit|push|deploy|compile|lint|format|trace|dig|identify|determine|figure out|familiari[sz]e|get (?:an?|some) (?:\\w+ )?(?:overview|understanding|idea|picture|sense)|understand (?:the|how|what|why|this|its|where|which)(?!.*\\byou\\b)';
const EN_ING =
  'reading|looking|checking|inspecting|examining|exploring|reviewing|searching|opening|creating|writing|adding|updating|editing|modifying|changing|fixing|correcting|implementing|building|setting up|installing|running|starting|restarting|testing|trying|executing|verifying|refactoring|renaming|moving|deleting|removing|replacing|applying|patching|generating|configuring|analy[sz]ing|investigating|debugging|continuing|proceeding|rewriting|fetching|working on|getting started|moving on|beginning with|starting with|diving in(?:to)?|digging in(?:to)?';
const EN_BETWEEN =
  '(?:,? ?(?:now|next|then|first|also|just|quickly|immediately|again|actually|simply|carefully|briefly|start by|begin by|start with|continue by|go ahead and|have to|need to|want to|try and|try to|proceed to|and|with)\\b,?)*';
const EN_SUBJECT =
  "(?:I'll|I will|I shall|I'm going to|I am going to|I'm about to|I am about to|I'm gonna|we'll|we will|let me|let's|let us|I need to|I have to|I must|I should|I want to|I'd like to)";

const EN_WELL =
  '(?:ok(?:ay)?|alright|all right|hang on|hold on|one moment|one sec|brb|first things first|right|great|perfect|sure|got it|good|fine|cool|understood|certainly|absolutely|of course|now|next|first|so|then|and)';
/** A verb that makes the words before it its subject: "running the tests takes a minute". Those of a clause do not count. */
const EN_FINITE =
  '(?:(?!\\b(?:whether|if|that|what|how|why|which|where|so)\\b).)*\\b(?:is|are|was|were|has|have|had|can|could|will|would|should|must|may|might|needs?|takes?|took|makes?|made|shows?|showed|gives?|gave|works?|worked|fails?|failed|passe[sd]|requires?|required|fixe[sd]|confirms?|confirmed|reveals?|revealed|solve[sd]|resolve[sd]|cause[sd]?|leaves?|left|did|does|means?|meant|helps?|prevents?|keeps?|breaks?|broke|found)\\b';
/** The object of a word such as "running": without one, it may describe a state. */
const EN_OBJECT =
  '(?:the|an?|this|that|these|those|it|them|its|your|our|my|all|both|each|every|some|for|up|with|on (?:it|that|this)|[`\'"]|[\\w/-]+\\.\\w)';

const DE_INFINITIVE =
  'lesen|einlesen|durchlesen|anschauen|ansehen|nachsehen|nachschauen|durchsehen|prüfen|überprüfen|erstellen|anlegen|schreiben|ändern|anpassen|hinzufügen|ergänzen|einbauen|bauen|beheben|korrigieren|reparieren|starten|ausführen|testen|suchen|durchsuchen|untersuchen|analysieren|installieren|umsetzen|implementieren|aktualisieren|löschen|entfernen|ersetzen|einrichten|fortfahren|beginnen|anfangen|weitermachen|öffnen|umbenennen|verschieben|laufen lassen|tun|machen|erledigen|angehen';
const DE_FIRST =
  'lese|mach|schaue|schau|sehe (?:mir|nach)|prüfe|überprüfe|erstelle|lege|schreibe|ändere|passe|füge|ergänze|baue|behebe|korrigiere|repariere|starte|führe|teste|suche|durchsuche|untersuche|analysiere|installiere|setze|implementiere|aktualisiere|lösche|entferne|ersetze|richte|beginne|fange|mache|öffne|benenne|verschiebe|rufe|hole|lasse';
const DE_WELL = '(?:ok(?:ay)?|gut|klar|alles klar|verstanden|gerne?|also|so|prima|super|perfekt)';
const DE_NOW = '(?:jetzt|nun|als [Nn]ächstes|zuerst|zunächst|gleich|sofort|im nächsten Schritt)';
const DE_NOT = '(?!.*\\b(?:nichts?|kein\\w*|nie|niemals)\\b)';

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
  phrase(`^(?:${EN_WELL}[,.!:]? )+(?:${EN_ING}) (?=${EN_OBJECT})(?!${EN_FINITE})`),
  phrase(`^(?:${EN_WELL}[,.!:]? )*about to (?:${EN_VERB})(?![\\p{L}])`),
  phrase(`(?<!\\p{L})ich (?:muss|will|möchte)(?!\\p{L})${DE_NOT}.*(?<!\\p{L})(?:${DE_INFINITIVE})[.!:…]*$`),
  phrase(`(?<!\\p{L})(?:ich|wir) werden?(?!\\p{L})${DE_NOT}.*(?<!\\p{L})(?:${DE_INFINITIVE})[.!:…]*$`),
  phrase(`(?<!\\p{L})werden? (?:ich|wir)(?!\\p{L})${DE_NOT}.*(?<!\\p{L})(?:${DE_INFINITIVE})[.!:…]*$`),
  phrase(`(?<!\\p{L})ich (?:${DE_FIRST})(?!\\p{L})(?=.*(?<!\\p{L})${DE_NOW}(?!\\p{L}))${DE_NOT}`),
  phrase(`^(?:${DE_NOW}|dann|danach|anschließend),? (?:${DE_FIRST}) ich(?!\\p{L})${DE_NOT}`),
  phrase(`^lass(?:en Sie)? (?:mich|uns)(?!\\p{L}).*(?:${DE_INFINITIVE})`),
  phrase(`(?<!\\p{L})je vais (?:maintenant |d'abord |ensuite |donc |tout d'abord |le |la |les |l')*(?:${FR_VERB})(?!\\p{L})`),
  phrase(`(?<!\\p{L})je commence (?:par|à) (?:le |la |les )?(?:${FR_VERB})(?!\\p{L})`),
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
  phrase(`^(?:first,? |so,? )?I (?:also |first )?(?:${EN_VERB})(?![\\p{L}])(?!.*\\b(?:found|saw|noticed|was|were|had|did|and \\w+ed)\\b)`),
  phrase(
    `^(?:step \\d+(?:/\\d+)?[:.] )?(?:I'm |I am )?(?:now |already |currently )?(?!running (?:on|at|in|under|as|fine|smoothly|well|again|without)(?![\\p{L}]))(?:${EN_ING})(?![\\p{L}])(?!${EN_FINITE})`,
  ),
  phrase(`^(?:${EN_WELL},? )*(?:going to|gonna|will now|will|need to|have to|I can)(?: now)? (?:${EN_VERB})(?![\\p{L}])`),
  phrase('^(?:now|next|first|then)[,:]? (?:the|for|to|a|on)(?![\\p{L}])'),
  phrase('^(?:the )?next (?:up|step|task|thing)(?: (?:is|will be)(?: to)?)?(?![\\p{L}])|^(?:und |der )?nächster? schritt(?![\\p{L}])'),
  phrase(`^(?:${EN_WELL},? )*(?:it's |it is )?time to (?:${EN_VERB})(?![\\p{L}])`),
  phrase(
    `(?<![\\p{L}'])(?:I'd|I would)(?= (?:now|next|then|first|proceed|continue|start|begin|go ahead))${EN_BETWEEN} (?:${EN_VERB})(?![\\p{L}])`,
  ),
  phrase(`(?<![\\p{L}'])we (?:need to|have to|must|should)${EN_BETWEEN} (?:${EN_VERB})(?![\\p{L}])`),
  phrase(
    `^I(?:'ve| have)? (?:just |now |already )?(?:started|begun) (?:working|to|on|with|the (?:work|task|change|edit)|(?:${EN_ING}))(?![\\p{L}])`,
  ),
  phrase(`^(?:${EN_WELL},? )*(?:on to|onto|over to|back to) (?:the|my|an?|work|step)(?![\\p{L}])`),
  phrase(
    `^(?:${EN_WELL},? )*(?:I'm on it|on it|working on it|let's go|here we go|here goes|starting now|right away|will do|los geht'?s|mach(?:e)? ich|wird gemacht|bin dabei|an die arbeit)[.!…]*$`,
  ),
  phrase(`^(?:${DE_WELL}[,.!:]? )*(?:ich|wir) (?:${DE_FIRST})n?(?!\\p{L})${DE_NOT}`),
  phrase(`^(?:${DE_WELL}[,.!:]? )*wir (?:müssen|sollten)(?!\\p{L})${DE_NOT}.*(?:${DE_INFINITIVE})[.!:…]*$`),
  phrase(
    `^(?:ich bin (?:gerade |jetzt )?dabei,|zeit,|weiter (?:geht es )?mit|ich mache mich (?:jetzt |gleich )?an|ich habe (?:damit )?begonnen|auf zu)(?!\\p{L})`,
  ),
];

/** Words at the end of an answer that only ask the user to wait. */
export const WAIT_AT_END =
  /(?:^|[.!?…,;:—–-])\s*(?:so |now )?(?:please )?(?:(?:just |only )?(?:one|a) (?:moment|sec(?:ond)?|minute|bit)|hold on|hang on|bear with me|please wait|wait a (?:moment|sec(?:ond)?|minute)|give me (?:a|one|some) (?:moment|sec(?:ond)?|minute|time)|(?:this|it|that) (?:will|may|might|should|could) (?:only |just )?take [^.!?\n]{1,60}|(?:bitte )?(?:einen? )?(?:kurzen |kleinen )?(?:moment|augenblick)|bitte warten|das (?:kann|wird|dauert) [^.!?\n]{0,60}dauern|das dauert [^.!?\n]{1,60}|un (?:instant|momento))(?:,? (?:please|bitte|por favor|s'il (?:vous|te) pla[iî]t))?[.!…]*$/iu;

/** Words about how long something takes, which may be an answer of their own. */
export const TAKES_TIME = /(?<!\p{L})(?:take|dauert?|dauern)(?!\p{L})/iu;

/** Announcements that ask the user to wait while they are carried out. */
export const WAITS_WHILE = phrase(
  `(?:(?:please )?wait|(?:one|a) (?:moment|sec(?:ond)?|minute)|hold on|hang on|bear with me)(?:,? please)?,? (?:while|as) (?:I|we)(?![\\p{L}])|give me (?:a|one|some) (?:moment|sec(?:ond)?|minute|time) to (?:${EN_VERB})(?![\\p{L}])|(?:moment|augenblick|warten)(?:,? bitte)?[,:]? (?:während |und |dann )?ich (?:${DE_FIRST})(?!\\p{L})${DE_NOT}`,
);

/** Words that make an announcement an offer, a promise for another time, or a wait for the user. */
export const LATER =
  /(?<!\p{L})(?:if you|if that|if this|if it'?s|if there|if needed|if so|let me know|tell me|once you|when you|after you|until you|unless|as soon as you|whenever|when(?:ever)? asked|upon (?:your|request)|(?:with|for|await\w*) your|would you|do you want|can you|could you|please|feel free|happy to|glad to|look(?:ing)? forward|wait(?:ing)? for|from now on|going forward|in (?:the )?future|next time|later|another time|at any time|(?:wenn|falls|sofern|sobald|nachdem|solange) (?:du|sie|ihr|nötig|gewünscht|es)|falls|sag(?:e|t|en Sie)? (?:mir|bescheid|einfach)|gib(?:t)? (?:mir )?bescheid|melde dich|auf wunsch|gerne?|bitte|künftig|zukünftig|ab jetzt|von nun an|beim nächsten mal|später|si (?:vous|tu|besoin)|n'hésite|dis-moi|dites-moi|s'il|si (?:quieres|lo|usted|deseas|necesitas)|av[íi]same|d[ií]game|por favor|se (?:vuoi|desidera|quiser|preferir|precisar)|fammi sapere|me avise|als je|laat (?:het )?me weten|если)(?!\p{L})|如果|请告诉|需要的话|ご希望|必要(?:であれば|なら)|教えてください|お知らせください|원하시면|말씀해/iu;

/** Words in a task that can only be fulfilled by changing or running something. */
export const CHANGE_WORDS =
  /(?<!\p{L})(?:add|adapt|adjust|apply|build|change|clean|convert|correct|create|debug|delete|deploy|do|edit|execute|extend|extract|find|finish|fix|generate|implement|improve|install|integrate|make|migrate|modify|move|patch|port|refactor|remove|rename|repair|replace|rewrite|run|set up|solve|split|start|test|translate|try|update|upgrade|write|baue?n?|mach(?:e|en)?|erstelle?n?|schreibe?n?|ändere?n?|füge|behebe?n?|korrigiere?n?|repariere?n?|starte?n?|teste?n?|lösche?n?|entferne?n?|ersetze?n?|implementiere?n?|aktualisiere?n?|richte|installiere?n?|crée[rz]?|ajoute[rz]?|corrige[rz]?|modifie[rz]?|crea|añade|agrega|corrige|arregla|cria|adicione|corrija|crei|aggiungi|correggi|maak|voeg|repareer)(?!\p{L})|添加|创建|修复|修改|实现|写|作成|追加|修正|実装|추가|만들|수정|созда|добав|исправ|напиш/iu;

/** Words in a task that can only be fulfilled by changing or running something. Looking is enough for none of them. */
export const STRICT_CHANGE_WORDS =
  /(?<!\p{L})(?:add|adapt|adjust|apply|build|change|clean|correct|create|delete|deploy|edit|execute|extend|fix|implement|improve|install|integrate|make|migrate|modify|move|patch|port|refactor|remove|rename|repair|replace|rewrite|run|set up|split|start|update|upgrade|write|baue?n?|mach(?:e|en)?|erstelle?n?|schreibe?n?|ändere?n?|füge|behebe?n?|korrigiere?n?|repariere?n?|starte?n?|lösche?n?|entferne?n?|ersetze?n?|implementiere?n?|aktualisiere?n?|installiere?n?|führe|richte|crée[rz]?|ajoute[rz]?|corrige[rz]?|modifie[rz]?|crea|añade|agrega|arregla|cria|adicione|corrija|crei|aggiungi|correggi|maak|voeg|repareer)(?!\p{L})|添加|创建|修复|修改|实现|作成|追加|修正|実装|추가|만들|수정|созда|добав|исправ/iu;

/** The beginnings of sentences that ask for an answer, and rules for later tasks. */
export const ASKS_FOR_ANSWER =
  /^(?:(?:please|so|and|but|hi|hello|hey|bitte|und|also|hallo),? )*(?:how(?! about)|what(?! i )|why|who|which|where (?:is|are|do|does|can)|when (?:is|does|do|did|will)|wie(?! (?:besprochen|gesagt|vereinbart|gewünscht|beschrieben|oben|im|in)(?!\p{L}))|was (?:ist|macht|bedeutet|sind|tut|passiert|würde)|warum|weshalb|wieso|wo (?:ist|sind|wird|kann)|welche\w*|help me (?:to )?understand|(?:i want|i'd like|i would like) to (?:know|understand)|i wonder|ich (?:möchte|will) (?:wissen|verstehen)|explain|describe|show me|tell me|erklär\w*|beschreib\w*|zeige? mir|sage? mir)(?!\p{L})(?!.*(?<!\p{L})(?:and|then|und|dann) (?:then |also |please |dann )?(?:fix|correct|change|add|remove|update|implement|rename|behebe?|korrigiere?|ändere?|füge|entferne?|repariere?)(?!\p{L}))|(?<!\p{L})(?:from now on|going forward|in (?:the )?future|later|myself|ab jetzt|künftig|von nun an|später|selbst)(?!\p{L})/iu;

/** Tasks whose result is a text: with code of their own, for something to be read, or with the wish that nothing is changed. */
export const WANTS_TEXT =
  /```\w|(?<!\p{L})(?:write|give|show|draft|make|create|generate|suggest|propose|compose|schreib\w*|gib|zeige?|entwirf|erstelle?|formuliere?|nenne?)(?: me| us| mir| uns)?(?: an?| the| some| eine?n?| den| die| das)?(?: [\p{L}-]+){0,3} (?:regex\w*|regular expressions?|regulären ausdruck|quer(?:y|ies)|abfrage|snippets?|one-?liners?|einzeiler|examples?|beispiele?|commands?|befehle?|commit message|e-?mail|poem|haiku|story|summary|explanation|overview|answer|plan|proposal|suggestions?|function (?:that|which|to)|funktion, die|zusammenfassung|erklärung|überblick|vorschlag|gedicht)(?!\p{L})|(?<!\p{L})(?:translate|convert|rewrite|rephrase|fix|correct|format|übersetze?|korrigiere?) (?:this|the following|diese[nsrm]?|folgende[nsrm]?) (?:code|json|yaml|sql|css|html|sentence|text|snippet|function|query|paragraph|satz|quelltext|abschnitt|funktion)|(?:don't|do not|without|nicht|ohne)(?: [\p{L}-]+){0,4} (?:chang|edit|touch|modif|änder|anfass|anrühr)\p{L}*(?: (?:anything|any files?|the files?|it|yet)){0,3}[.!]?$|(?:only|just|nur) (?:show|tell|explain|zeig|erklär|sag)\p{L}*/imu;

/** Languages of a fence that, if it is the whole answer, the model meant to run. */
export const SHELL_FENCE = /^(?:bash|sh|shell|zsh|console|terminal|powershell)$/;

/** A claim that something has been changed, with its object or place. */
export const CLAIM =
  /(?<!\p{L})(?:I(?:'ve| have) (?:now |also |just |successfully )?(?:updated|fixed|added|changed|created|corrected|implemented|removed|replaced|refactored|rewritten|renamed|moved|deleted|modified|written|applied|edited|set up|installed)|I (?:updated|fixed|added|corrected|implemented|removed|replaced|refactored|rewrote|renamed|modified)|(?:the |this )?(?:bug|error|issue|problem|test|feature) (?:is|has been|was) (?:now )?(?:fixed|corrected|resolved|implemented|added)|ich habe (?!.*\b(?:nicht|kein\w*)\b).{0,200}?(?:geändert|behoben|korrigiert|hinzugefügt|erstellt|angelegt|eingebaut|aktualisiert|ersetzt|entfernt|umgesetzt|implementiert|angepasst)|(?:der|das) (?:fehler|problem) ist (?:jetzt |nun )?behoben)(?!\p{L})/iu;
