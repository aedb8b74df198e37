"""Prints the error bodies of Django's forms and of Django REST framework."""
import json
import sys

import django
from django.conf import settings

settings.configure(USE_I18N=False, REST_FRAMEWORK={"UNAUTHENTICATED_USER": None}, ALLOWED_HOSTS=["*"])
django.setup()

import rest_framework
from django import forms
from django.http import JsonResponse
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

sent = json.load(sys.stdin)
bodies = []


def record(package, version, variant, body):
    bodies.append({"package": package, "version": version, "variant": variant, "body": body})


class UserForm(forms.Form):
    name = forms.CharField()
    email = forms.EmailField()

    def clean(self):
        raise forms.ValidationError("The order is closed.", code="closed")


form = UserForm(sent)
version = django.get_version()
record("django", version, "get_json_data", json.loads(JsonResponse(form.errors.get_json_data()).content))
record("django", version, "as_json", json.loads(JsonResponse({"errors": form.errors.as_json()}).content))
record("django", version, "errors", json.loads(JsonResponse({"errors": form.errors}).content))


class Address(serializers.Serializer):
    zip = serializers.CharField(min_length=5)


class Item(serializers.Serializer):
    qty = serializers.IntegerField(min_value=1)


class User(serializers.Serializer):
    name = serializers.CharField()
    email = serializers.EmailField()
    address = Address()
    items = Item(many=True)


class Open(serializers.Serializer):
    email = serializers.CharField()

    def validate(self, data):
        raise serializers.ValidationError("The order is closed.")


def reply(serializer):
    class View(APIView):
        authentication_classes = []

        def post(self, request):
            checked = serializer(data=request.data)
            checked.is_valid(raise_exception=True)
            return Response({})

    response = View.as_view()(APIRequestFactory().post("/users", sent, format="json"))
    response.render()
    return json.loads(response.content)


version = rest_framework.VERSION
record("djangorestframework", version, "errors of a serializer", reply(User))
record("djangorestframework", version, "an error of the whole", reply(Open))
json.dump(bodies, sys.stdout)
