"""The service of `document.json` in Django REST framework, with its own format of errors, for which it serves a document of its own."""

import json
import logging
import re
import sys
import threading
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer

from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"],
    APPEND_SLASH=False,
    ROOT_URLCONF=__name__,
    SECRET_KEY="none",
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
)

import django

django.setup()

from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import WSGIRequestHandler
from django.http import HttpResponse, JsonResponse
from django.urls import re_path
from rest_framework import exceptions, serializers, views
from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.response import Response

logging.disable()
TOKEN = "Bearer s3cret-token"


class Service:
    """What a service with one fault keeps."""

    def __init__(self, fault):
        self.fault = fault
        self.lamps = {}
        self.last = 0

    def has(self, name):
        return name == self.fault


def service_of(request):
    return request.META["lamps.service"]


class Authentication(BaseAuthentication):
    def authenticate(self, request):
        has = service_of(request).has
        given = request.META.get("HTTP_AUTHORIZATION", "")
        if has("any: no credential") or (has("replace: no credential") and request.method == "PUT"):
            return None
        if has("any: every token") and given.startswith("Bearer ") and len(given) > 7:
            return None
        if has("crash: a wrong token") and given:
            return None if {TOKEN: True}[given] else None
        if given != TOKEN:
            raise exceptions.AuthenticationFailed()

    def authenticate_header(self, request):
        return "Bearer"


class Parser(JSONParser):
    def parse(self, stream, media_type=None, parser_context=None):
        try:
            return super().parse(stream, media_type, parser_context)
        except exceptions.ParseError as error:
            if service_of(parser_context["request"]).has("crash: broken JSON"):
                raise ValueError from error
            raise


def answer(error, context):
    """Writes errors as the framework does, or with a fault; other exceptions are crashes."""
    has = service_of(context["request"]).has
    reply = views.exception_handler(error, context)
    if reply is None:
        return Response({"detail": "A server error occurred."}, 500)
    if has("errors: another status") and reply.status_code == 400:
        reply.status_code = 409
    if has("errors: another shape"):
        reply.data = {}
    if has("errors: HTML"):
        return HttpResponse(f"<h1>{reply.status_code}</h1>", status=reply.status_code)
    if has("errors: another media type"):
        return HttpResponse(json.dumps(reply.data), status=reply.status_code, content_type="text/plain")
    return reply


class Text(serializers.CharField):
    """A text; the framework also takes numbers."""

    def __init__(self, takes_numbers=False, **options):
        super().__init__(trim_whitespace=False, **options)
        self.takes_numbers = takes_numbers

    def to_internal_value(self, value):
        if self.takes_numbers and isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            self.fail("invalid")
        return value


class Email(Text, serializers.EmailField):
    pass


class Color(serializers.ChoiceField):
    def to_internal_value(self, value):
        return super().to_internal_value(value.lower() if isinstance(value, str) else value)


class Whole(serializers.IntegerField):
    """A whole number; the framework also takes texts."""

    def __init__(self, converts=False, fractions=False, **options):
        super().__init__(**options)
        self.converts = converts
        self.fractions = fractions

    def to_internal_value(self, value):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number and not (self.converts and isinstance(value, str)):
            self.fail("invalid")
        if self.fractions and is_number:
            return value
        return super().to_internal_value(value)


class Day(serializers.DateField):
    def to_internal_value(self, value):
        if not isinstance(value, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value).isoformat()


class Strict(serializers.Serializer):
    """A body that has no other properties; the framework ignores them."""

    def to_internal_value(self, data):
        unknown = set(data) - set(self.fields) if isinstance(data, dict) else []
        if unknown:
            raise serializers.ValidationError({name: ["Unknown field."] for name in unknown})
        return super().to_internal_value(data)


def lamp_serializer(has):
    owner = Email()
    if has("owner: any text"):
        owner = Text(allow_blank=True)
    if has("owner: only the @ is looked for"):
        owner = serializers.RegexField(".*@")
    color = Color if has("color: in any case") else serializers.ChoiceField
    built = Day(required=False)
    if has("built: any text"):
        built = Text(required=False, allow_blank=True)
    if has("built: only its shape"):
        built = serializers.RegexField(r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\Z", required=False)
    item = serializers.JSONField() if has("tags: items of any type") else Text(allow_blank=True)
    declared = {
        "name": Text(
            takes_numbers=has("name: a number is accepted"),
            required=not has("name: optional"),
            allow_blank=has("name: no minimum length"),
            min_length=0 if has("name: no minimum length") else 2,
            max_length=21 if has("name: maximum length off by one") else 20,
        ),
        "watts": Whole(
            converts=has("watts: text is converted"),
            fractions=has("watts: fractions"),
            min_value=None if has("watts: no minimum") else 1,
            max_value=101 if has("watts: maximum off by one") else 100,
        ),
        "owner": owner,
        "color": Text(required=False, allow_blank=True)
        if has("color: any text")
        else color(["warm", "cold"], required=False),
        "tags": serializers.ListField(
            child=item, required=False, max_length=1000 if has("tags: no maximum") else 3
        ),
        "built": built,
    }
    return type("Lamp", (serializers.Serializer if has("unknown properties") else Strict,), declared)


def query_serializer(has):
    limit = serializers.IntegerField(
        required=False,
        min_value=None if has("limit: no minimum") else 1,
        max_value=None if has("limit: no maximum") else 50,
    )
    since = serializers.CharField(required=False, allow_blank=True) if has("since: any text") else Day(required=False)
    return type("Query", (serializers.Serializer,), {"limit": limit, "since": since})


def checked(serializer, data):
    checking = serializer(data=data)
    checking.is_valid(raise_exception=True)
    return dict(checking.validated_data)


def body_of(request):
    has = service_of(request).has
    if has("crash: no body") and not request.body:
        return {}["name"]
    is_json = request.content_type.split(";")[0] == "application/json"
    if has("crash: another content type") and request.body and not is_json:
        return {}["name"]
    return request.data


class View(views.APIView):
    authentication_classes = [Authentication]
    parser_classes = [Parser]

    def get_exception_handler(self):
        return answer


class LampsView(View):
    def get_authenticators(self):
        return [] if self.request.method == "GET" else super().get_authenticators()

    def post(self, request):
        service = service_of(request)
        has = service.has
        values = checked(lamp_serializer(has), body_of(request))
        service.last += 1
        lamp = {**values, "id": str(service.last)}
        service.lamps[lamp["id"]] = lamp
        return Response(values if has("created: no id") else lamp, 200 if has("created: status 200") else 201)

    def get(self, request):
        service = service_of(request)
        has = service.has
        checked(query_serializer(has), request.query_params.dict())
        shop = "[a-z]{2,5}" if has("X-Shop: pattern without its end") else r"[a-z]{2,5}\Z"
        if not has("X-Shop: not looked at") and not re.match(shop, request.headers.get("X-Shop", "")):
            raise serializers.ValidationError({"X-Shop": ["Which shop?"]})
        everything = list(service.lamps.values())
        return Response({"lamps": everything} if has("list: in an object") else everything)


class LampView(View):
    def initial(self, request, id):
        super().initial(request, id)
        service = service_of(request)
        if not re.fullmatch("[0-9]{1,6}", id, re.ASCII):
            raise exceptions.ParseError("Not an id")
        if id not in service.lamps and not service.has("crash: a lamp that does not exist"):
            raise exceptions.NotFound()

    def get(self, request, id):
        service = service_of(request)
        lamp = service.lamps[id]
        return Response({**lamp, "watts": str(lamp["watts"]) if service.has("read: watts as text") else lamp["watts"]})

    def put(self, request, id):
        service = service_of(request)
        values = body_of(request)
        if not service.has("replace: body not checked"):
            values = checked(lamp_serializer(service.has), values)
        given = values if isinstance(values, dict) else {}
        service.lamps[id] = {"name": "a", "watts": 1, "owner": "a", **given, "id": id}
        return Response(service.lamps[id])

    def delete(self, request, id):
        service = service_of(request)
        service.lamps.pop(id, None)
        return HttpResponse("Gone", content_type="text/plain") if service.has("deleted: a text") else Response(status=204)


ERROR = {
    "description": "An error",
    "content": {"application/json": {"schema": {"type": "object", "minProperties": 1}}},
}


def document(_request):
    """Serves the document, in which errors are declared as the framework writes them."""
    declared = json.loads((Path(__file__).parent.parent / "document.json").read_text())
    for path in declared["paths"].values():
        for operation in path.values():
            responses = operation["responses"] if isinstance(operation, dict) else {}
            responses.update({status: ERROR for status in responses if status.startswith("4")})
    return JsonResponse(declared)


urlpatterns = [
    re_path(r"^openapi\.json$", document),
    re_path(r"^lamps$", LampsView.as_view()),
    re_path(r"^lamps/(?P<id>[^/]+)$", LampView.as_view()),
]


class Handler(WSGIRequestHandler):
    def log_message(self, *words):
        pass


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 50


def serve(fault):
    service, handler = Service(fault), WSGIHandler()
    server = Server(("127.0.0.1", 0), Handler)
    server.set_app(lambda environ, start: handler({**environ, "lamps.service": service}, start))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


if __name__ == "__main__":
    print(json.dumps({fault: serve(fault) for fault in sys.argv[1:]}), flush=True)
    threading.Event().wait()
